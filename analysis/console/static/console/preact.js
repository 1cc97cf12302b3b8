/** Preact, its hooks, its signals and htm, as the scripts of console.html define them.
 *
 * The packages' modules import each other by bare names. A browser resolves those with an inline import map only, and
 * the content policy allows no inline script: so the page loads their script builds, and modules take them from here.
 */

const { preact, preactHooks, preactSignals, htm } = globalThis;

export const { createContext, render } = preact;
export const { useContext, useEffect, useLayoutEffect, useMemo, useRef } = preactHooks;
/**
 * Refer to an element of the template: it is there once the component is drawn.
 * @returns {{current: any}}
 */
export const useElement = () => useRef(null);
export const { batch, computed, effect, signal, useSignal } = preactSignals;
/** Make elements of a template; text of an answer stays text, whatever it contains. */
export const html = htm.bind(preact.h);
