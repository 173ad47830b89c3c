import { maxMembers, membersOf } from "./to-error.js";

/**
 * The error of an execution that already has `current` and meets `next`: a group of both. A group takes later errors as further members
 * instead of being wrapped again, and stays as it is once it has 100. (ADR-0012 D1)
 */
export function addError(current: Error | null, next: Error): Error {
  if (!current) return next;
  try {
    const members = membersOf(current);
    // The third argument hands the group's own cause on, if it has one.
    if (members) return members.length < maxMembers ? new AggregateError([...members, next], current.message, current) : current;
  } catch {
    // A group that cannot be read becomes a member.
  }
  return new AggregateError([current, next], "Several errors.");
}
