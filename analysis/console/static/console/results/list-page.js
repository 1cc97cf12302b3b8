/** Reading a page of the list of households: under one address, so that what a device keeps is found again. */

import { findOrder } from "../components/sort-head.js";
import { readOrFind } from "../offline/held.js";
import * as api from "../server/api.js";
import { COLUMNS, rowCount } from "./list-columns.js";

/** `filters`: by their names in the API. */
export function readPage(filters, page, signal) {
  const [order, limit] = [findOrder(COLUMNS), rowCount.peek()];
  const read = () => api.getJson("/menages", { ...filters, tri: order, page, limit }, signal);
  return readOrFind({ filters, order, page, limit }, read);
}
