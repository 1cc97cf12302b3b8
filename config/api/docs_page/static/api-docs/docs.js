/** The API's operations: Swagger UI, whose own filter knows names of sections only, with a search over every operation
 * and a list of contents. Sections are drawn when they are opened: the page is quick with hundreds of operations. */

import { addCopyButtons } from "./copying.js";
import { resolveSubtree } from "./references.js";
import { prepareRequest, useSession } from "./session.js";

const { SwaggerUIBundle } = /** @type {any} */ (globalThis);
const find = (id) => /** @type {any} */ (document.getElementById(id));
// Shorter ones are in nearly every operation: their sections stay closed.
const SHORTEST = 3;
const LARGE = 1e6; // limits beyond are those of the machine

const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** The title of each section: its tag is an address's first step. @type {Map<string, string>} */
let titles = new Map();
const readTitles = ({ tags }) => new Map(tags.map((tag) => [tag.name, tag["x-displayName"]]));
const nameSection = (tag) => titles.get(tag) ?? tag;

/** Return what an operation is found by. */
function describe(tag, one) {
  const operation = one.get("operation");
  const texts = [operation.get("summary"), operation.get("description"), operation.get("operationId")];
  return fold([tag, nameSection(tag), one.get("method"), one.get("path"), ...texts].join(" "));
}

/** Keep the operations that have every word of `phrase`, by section (the hook of Swagger UI's filter). */
function opsFilter(sections, phrase) {
  const words = fold(phrase).split(/\s+/).filter(Boolean);
  const isFound = (tag) => (one) => words.every((word) => describe(tag, one).includes(word));
  return sections
    .map((section, tag) => section.update("operations", (operations) => operations.filter(isFound(tag))))
    .filter((section) => section.get("operations").size > 0);
}

/** The page sends the language by itself: no operation asks for it. */
const withoutLanguage = (Original, { React }) =>
  function Row(props) {
    return props.rawParam.get("name") === "Accept-Language" ? null : React.createElement(Original, props);
  };

/** A section is headed by its title: of all deep links those of sections alone have a tag for a text. */
const withTitle = (Original, { React }) =>
  function SectionLink(props) {
    return React.createElement(Original, { ...props, text: nameSection(props.text) });
  };

const words = new Map(Object.entries(JSON.parse(find("swagger-ui").dataset.mots)));
const inWords = (child) => words.get(child) ?? child;

/** Translate what begins a text with markup of Swagger UI: the codes of an enumeration, a default value. */
const inWordsOfText = (props) =>
  typeof props?.source === "string"
    ? { ...props, source: props.source.replace(/^<i>([^<]+)<\/i>/, (_all, word) => `<i>${inWords(word)}</i>`) }
    : props;

/** Show the words that Swagger UI has in English alone in the language of the page: it has no catalogues. */
function translate({ React }) {
  const { createElement } = React;
  React.createElement = (type, props, ...children) => {
    if (typeof type !== "string") return createElement(type, inWordsOfText(props), ...children.map(inWords));
    const named = props?.["aria-label"] ? { ...props, "aria-label": inWords(props["aria-label"]) } : props;
    return createElement(type, named, ...children.map(inWords));
  };
  return {};
}

/** Say what a parameter looks like, and between what it lies, below its words: Swagger UI would fill an example in, and a
 * try would filter by all at once. */
function showExample(parameter) {
  const { example, ...rest } = parameter;
  if (example === undefined) return parameter;
  const { minimum, maximum } = rest.schema;
  const limits = Math.abs(minimum) < LARGE && Math.abs(maximum) < LARGE ? ` (${minimum} – ${maximum})` : "";
  return {
    ...rest,
    description: `${rest.description ?? ""}\n\n${words.get("Example Value")} : \`${example}\`${limits}`,
  };
}

function showExamples({ paths }) {
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations)) operation.parameters = operation.parameters?.map(showExample);
}

/** Swagger UI reads the document as YAML, which takes seconds: it is JSON. */
const parseToJson =
  (_original, { specActions }) =>
  (text) => {
    const spec = JSON.parse(text);
    titles = readTitles(spec);
    // The document is kept for everybody; a command that is copied calls the address at which it was read.
    const { hote } = find("swagger-ui").dataset;
    for (const scheme of ["http", "https"]) {
      spec.info.description = spec.info.description.replaceAll(`${scheme}://${hote}`, location.origin);
    }
    showExamples(spec);
    return specActions.updateJsonSpec(spec);
  };

const ui = SwaggerUIBundle({
  url: `/api/schema?langue=${document.documentElement.lang}`,
  requestInterceptor: prepareRequest,
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [
    translate,
    {
      fn: { opsFilter, resolveSubtree },
      wrapComponents: { parameterRow: withoutLanguage, DeepLink: withTitle },
      statePlugins: { spec: { wrapActions: { parseToJson } } },
    },
  ],
  layout: "BaseLayout",
  docExpansion: "none",
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  onComplete: showContents,
});

const openSection = (tag, isOpen) => ui.layoutActions.show(["operations-tag", tag], isOpen);
const countOperations = (sections) => sections.reduce((sum, section) => sum + section.get("operations").size, 0);

function search() {
  const phrase = find("cherche").value.trim();
  ui.layoutActions.updateFilter(phrase);
  const sections = ui.specSelectors.taggedOperations();
  const isNarrow = phrase.length >= SHORTEST;
  for (const tag of sections.keySeq()) openSection(tag, isNarrow);
  document.body.classList.toggle("cherche", phrase !== ""); // what was found stands where the introduction stood
  const output = find("trouvees");
  const count = countOperations(sections);
  const sentence = count === 1 ? output.dataset.one : output.dataset.words;
  output.value = phrase ? sentence.replace("{n}", count) : "";
}

function goTo(tag) {
  find("cherche").value = "";
  search();
  openSection(tag, true);
  requestAnimationFrame(() => find(`operations-tag-${tag}`)?.scrollIntoView({ block: "start" }));
}

function makeLink(tag, sections) {
  const link = document.createElement("a");
  link.href = `#/${encodeURIComponent(tag)}`;
  link.textContent = nameSection(tag);
  const count = document.createElement("small");
  count.textContent = ` ${sections.getIn([tag, "operations"]).size}`;
  link.append(count);
  link.addEventListener("click", () => goTo(tag));
  return link;
}

/** List the groups of sections, once the document is there. */
function showContents() {
  const nav = find("sommaire");
  if (nav.childElementCount) return;
  addCopyButtons(document.querySelector(".swagger-ui .info .renderedMarkdown"), words);
  const sections = ui.specSelectors.taggedOperations();
  for (const { name, tags } of ui.specSelectors.specJson().get("x-tagGroups").toJS()) {
    const heading = document.createElement("h2");
    heading.textContent = name;
    nav.append(heading, ...tags.map((tag) => makeLink(tag, sections)));
  }
}

/** Say whose session calls use; without one, how to have one. */
function showSession(user) {
  const button = find("session");
  button.textContent = user ? button.dataset.oui.replace("{name}", `${user.prenom} ${user.nom}`) : button.dataset.mot;
  button.setAttribute("aria-pressed", String(user !== null));
  find("sans-session").hidden = user !== null;
  find("sans-session").value = user ? "" : button.dataset.non;
}

let waiting = 0;
find("cherche").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, 200);
});
if (matchMedia("(max-width: 900px)").matches) document.querySelector(".sommaire")?.removeAttribute("open");
find("session").dataset.mot = find("session").textContent;
find("session").addEventListener("click", () => useSession(showSession));
