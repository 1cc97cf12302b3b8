/** The names of the system's roles in the language of the page. A name that an administrator chose stays as it is. */

import { t } from "../i18n.js";

// As the service stores them until somebody renames one, from who may do most to who may do least; beside the chain
// stands who works apart from it.
const STORED = {
  ROLE_SUPER_ADMIN: "Super administrateur",
  ROLE_ADMIN: "Administrateur",
  ROLE_DIRECTION: "Direction",
  ROLE_SUPERVISEUR: "Superviseur",
  ROLE_AGENT: "Agent",
  ROLE_ENQUETEUR: "Enquêteur",
  ROLE_USER: "Utilisateur",
  ROLE_VBG: "Référent VBG",
};

/** @param {{code?: string, nom: string}} role */
export const nameRole = (role) => (STORED[role.code ?? ""] === role.nom ? t(`nomrole.${role.code}`) : role.nom);

const RANKS = Object.keys(STORED);
const rank = ({ code }) => (RANKS.includes(code) ? RANKS.indexOf(code) : RANKS.length);

/** Sort roles as people rank them; those that an administrator made come last, by their names. */
export const sortRoles = (roles) =>
  [...roles].sort((one, other) => rank(one) - rank(other) || one.nom.localeCompare(other.nom));
