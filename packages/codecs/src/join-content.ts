import type { Join } from "./format.js";

/** For providers that want the roles to alternate: messages of one role are one, with the content of all. */
export function joinContent<Message extends { readonly role: string; readonly content: readonly unknown[] }>(): Join<Message> {
  return {
    belongTogether: (first, second) => first.role === second.role,
    asOne: (messages) => ({ ...(messages[0] as Message), content: messages.flatMap(({ content }) => content) }),
  };
}
