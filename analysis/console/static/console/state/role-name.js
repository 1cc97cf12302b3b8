/** The names of the system's roles in the language of the page. A name that an administrator chose stays as it is. */

import { t } from "../i18n.js";

// As the service stores them until somebody renames one.
const STORED = {
  ROLE_SUPER_ADMIN: "Super administrateur",
  ROLE_ADMIN: "Administrateur",
  ROLE_DIRECTION: "Direction",
  ROLE_SUPERVISEUR: "Superviseur",
  ROLE_AGENT: "Agent",
  ROLE_ENQUETEUR: "Enquêteur",
  ROLE_VBG: "Référent VBG",
  ROLE_USER: "Utilisateur",
};

/** @param {{code?: string, nom: string}} role */
export const nameRole = (role) => (STORED[role.code ?? ""] === role.nom ? t(`nomrole.${role.code}`) : role.nom);
