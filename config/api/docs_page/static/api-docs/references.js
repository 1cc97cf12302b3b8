/** What the document says by reference, put in its place. */

const lookUp = (top, reference) =>
  reference
    .slice("#/".length)
    .split("/")
    .reduce((node, key) => node[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")], top);

/** Put what each `$ref` names in its place, but not inside itself. */
function resolve(node, top, /** @type {string[]} */ around = []) {
  if (Array.isArray(node)) return node.map((one) => resolve(one, top, around));
  if (node === null || typeof node !== "object") return node;
  const { $ref, ...rest } = node;
  if (typeof $ref === "string" && !around.includes($ref))
    return { ...resolve(lookUp(top, $ref), top, [...around, $ref]), ...resolve(rest, top, around) };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value, top, around)]));
}

/** Resolve one part of the document. Swagger UI goes through the whole of it for each, which takes seconds. */
export const resolveSubtree = async (top, path) => ({
  spec: resolve(
    path.reduce((node, key) => node[key], top),
    top,
  ),
  errors: [],
});
