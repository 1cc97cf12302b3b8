/** The roles that the reader cannot give: why, and who can. Nobody gives rights that are not theirs. */

import { t } from "../i18n.js";
import * as api from "../server/api.js";
import { nameRole } from "../state/role-name.js";
import { formatName } from "./person.js";

const GIVE = "administration.utilisateurs";
const NAMED = 3; // people who are named

const mayGive = (giver, { permissions }) =>
  giver.permissions.includes(GIVE) && permissions.every((key) => giver.permissions.includes(key));

/** Name some of those who have one of these roles; where the reader sees none of them, the roles. */
async function nameGivers(roles, signal) {
  const read = (role) => api.get("/users", { role: role.id, isActive: true, limit: NAMED }, signal);
  const people = (await Promise.all(roles.map(read))).flat().slice(0, NAMED);
  if (people.length) return people.map(formatName).join(", ");
  return t("comptes.role.compte", { roles: roles.map(nameRole).join(", ") });
}

/** Group roles by the ids of the roles that can give them, in one text. */
function groupByGivers(beyond, roles) {
  const groups = new Map();
  for (const role of beyond) {
    const ids = roles.filter((giver) => mayGive(giver, role)).map(({ id }) => id);
    groups.set(ids.join(), [...(groups.get(ids.join()) ?? []), role]);
  }
  return groups;
}

/** Say who can give the roles `beyond`: a sentence for those that the same people can give. */
export async function readBeyond(beyond, roles, signal) {
  const say = async ([ids, given]) => {
    const names = given.map(nameRole).join(", ");
    if (!ids) return t("comptes.role.serveur", { roles: names });
    const givers = roles.filter(({ id }) => ids.split(",").includes(id));
    return t("comptes.role.donneurs", { roles: names, noms: await nameGivers(givers, signal) });
  };
  return Promise.all([...groupByGivers(beyond, roles)].map(say));
}
