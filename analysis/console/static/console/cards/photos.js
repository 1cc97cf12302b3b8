/** The photographs of a household: seen, taken by a phone's camera or chosen, and removed.
 *
 * They are drawn on a canvas, which needs no address of the picture, and made smaller before they are sent: a slow line
 * carries a tenth, and what the camera wrote into the file stays on the phone.
 */

import { describeError, Loaded } from "../components/feedback.js";
import { ask } from "../components/forms.js";
import { Icon, IconButton } from "../components/icon.js";
import { moment, t } from "../i18n.js";
import { html, useEffect, useElement, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

const LONGEST_SIDE = 1280; // pixels
const QUALITY = 0.8;

/** Draw a picture on a canvas, no larger than LONGEST_SIDE. */
async function draw(blob, canvas) {
  const picture = await createImageBitmap(blob);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
}

/** Make a file smaller: a JPEG without anything but the picture. */
async function shrink(file) {
  const canvas = document.createElement("canvas");
  await draw(file, canvas);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}

/** Deposit a picture and attach it to the household. */
async function add(household, file) {
  let small;
  try {
    small = await shrink(file);
  } catch {
    throw new Error(t("photos.illisible"));
  }
  const form = new FormData();
  form.append("file", small);
  const { body } = await api.upload("/fichiers", form);
  await api.post(`/menages/${household.id}/photos`, { fichier: body.data.id });
}

const askRemoval = (household, photo) =>
  ask({
    title: t("photos.retirer"),
    text: t("photos.retirer.texte"),
    label: t("photos.retirer"),
    send: () => api.send("DELETE", `/menages/${household.id}/photos/${photo.id}`),
  });

const describe = (photo) => t("photos.une", { date: moment(photo.dateAjout), nom: photo.auteur?.nom ?? t("inconnu") });

function Photo({ household, photo, onChange }) {
  const canvas = useElement();
  const failure = useSignal("");
  const show = async () => {
    try {
      const { blob } = await api.getFile(`/fichiers/${photo.fichier}/contenu`);
      if (canvas.current) await draw(blob, canvas.current);
    } catch (error) {
      failure.value = describeError(error);
    }
  };
  useEffect(() => {
    show();
  }, [photo.id]);
  const remove = async () => (await askRemoval(household, photo)) && onChange();
  return html`
    <li>
      <canvas role="img" aria-label=${describe(photo)} ref=${canvas} width="4" height="3" />
      <p class="petit doux">${failure.value || describe(photo)}</p>
      ${
        may("registre.modifier") &&
        html`<${IconButton} icon="close" label=${`${t("photos.retirer")} : ${describe(photo)}`} onClick=${remove} />`
      }
    </li>
  `;
}

/** Offer the camera of a phone, or a file. */
function Add({ household, onChange }) {
  const isBusy = useSignal(false);
  const failure = useSignal("");
  const choose = async (event) => {
    const input = event.target;
    const [file] = input.files;
    if (!file) return;
    isBusy.value = true;
    failure.value = "";
    try {
      await add(household, file);
      onChange();
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      isBusy.value = false;
      input.value = "";
    }
  };
  return html`
    <label class="bouton" aria-busy=${isBusy.value}>
      <${Icon} name="plus" />${t(isBusy.value ? "photos.envoi" : "photos.ajouter")}
      <input
        type="file" id="f-photo" class="hors-vue" accept="image/*" capture="environment"
        disabled=${isBusy.value} onChange=${choose}
      />
    </label>
    ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
  `;
}

/** Show the fold of the photographs: closed it says how many there are. */
export function Photos({ household }) {
  const loader = useMemo(createLoader, []);
  const read = (signal) => api.get(`/menages/${household.id}/photos`, {}, signal);
  const wasOpened = useSignal(false);
  const open = (event) => {
    if (event.target.open) wasOpened.value = true;
  };
  useEffect(() => {
    loader.load(read); // how many there are; the pictures themselves come when the fold is opened
    return loader.abort;
  }, [household.id]);
  const count = loader.value?.length;
  const title = count === undefined ? t("photos") : t(count ? "photos.nombre" : "photos.aucune", { n: count });
  const list = (photos) => html`
    <ul class="photos">
      ${photos.map(
        (photo) => html`<${Photo} key=${photo.id} household=${household} photo=${photo} onChange=${loader.reload} />`,
      )}
    </ul>
    ${may("registre.modifier") && html`<${Add} household=${household} onChange=${loader.reload} />`}
  `;
  return html`
    <details id="photos" onToggle=${open}>
      <summary>${title}</summary>
      ${wasOpened.value && html`<${Loaded} from=${loader} lines=${2}>${list}<//>`}
    </details>
  `;
}
