/** Reading a page of the list of households: under one address, so that what a device keeps is found again. */

import { findOrder } from "../components/sort-head.js";
import * as api from "../server/api.js";
import { COLUMNS, rowCount } from "./list-columns.js";

/** `filters`: by their names in the API. */
export const readPage = (filters, page, signal) =>
  api.getJson("/menages", { ...filters, tri: findOrder(COLUMNS), page, limit: rowCount.peek() }, signal);
