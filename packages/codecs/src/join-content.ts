/** Two messages of one role as one, for providers that want the roles to alternate; null where the roles differ. */
export function joinContent<Message extends { readonly role: string; readonly content: readonly unknown[] }>(
  first: Message,
  second: Message,
): Message | null {
  return first.role === second.role ? { ...first, content: [...first.content, ...second.content] } : null;
}
