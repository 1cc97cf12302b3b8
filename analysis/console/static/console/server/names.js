/** Addresses of the API, and the names of the files that it answers. */

/** Build the address of a path of the API; parameters without a value are left out. */
export function buildUrl(path, query = {}) {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") sent.set(name, value);
  }
  const text = sent.toString();
  return `/api${path}${text ? `?${text}` : ""}`;
}

export const findFileName = (header) => /filename="?([^";]+)"?/.exec(header ?? "")?.[1];
