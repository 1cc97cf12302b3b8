/** The states in which a complaint is still to be resolved. */

export const OPEN_STATES = ["nouvelle", "ouverte", "en_cours"];
export const isOpen = ({ statut }) => OPEN_STATES.includes(statut);
