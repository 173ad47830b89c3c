import { truth } from "../truth.js";
import type { Test } from "./test.js";

/** `hostIn`: a URL whose host, or a host which, is one of these; `*.example.com` is any host below it, and not the host itself. */
export function hostIn(hosts: readonly string[]): Test {
  const exact = new Set(hosts.filter((host) => !host.startsWith("*.")).map(readHost));
  const below = hosts.filter((host) => host.startsWith("*.")).map((host) => `.${readHost(host.slice(2))}`);
  return (value) => {
    const host = typeof value === "string" ? readHost(value) : undefined;
    return host === undefined ? "unclear" : truth(exact.has(host) || below.some((end) => host.endsWith(end)));
  };
}

/**
 * The host of a URL or of a bare `host` or `host:port`, in the form of the URL standard: lower case, encoded, numbers as an address. Undefined
 * for what clients read differently: blanks, controls, backslashes, a user's name before the host, no host at all.
 */
export function readHost(text: string): string | undefined {
  const [, authority = ""] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)/i.exec(text) ?? [];
  const isBare = authority === text;
  if (authority === "" || /[\s\\@%]|[^\x21-\x7e\u00a0-\u{10ffff}]/u.test(authority) || /[\\\p{Cc}]/u.test(text)) return undefined;
  if (!isBare && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined;
  try {
    // Of any scheme: the standard reads the hosts of unknown ones as opaque text, in which two spellings would differ.
    const host = new URL(`http://${authority}/`).hostname.replace(/\.$/, "");
    return host.startsWith("[") || host.split(".").every((label) => /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label)) ? host : undefined;
  } catch {
    return undefined;
  }
}
