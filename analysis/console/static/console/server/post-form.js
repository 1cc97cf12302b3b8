/** Sending a file, with what share of it has been sent. */

import { ApiError } from "./errors.js";

/** Post a form by XMLHttpRequest, which reports the share that was sent; fetch does not. */
export function postForm(url, form, headers, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open("POST", url);
    for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value);
    sent.responseType = "blob";
    sent.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    sent.onload = () => resolve(sent);
    sent.onerror = () => reject(new ApiError(0));
    sent.onabort = () => reject(signal.reason);
    signal?.addEventListener("abort", () => sent.abort(), { once: true });
    sent.send(form);
  });
}
