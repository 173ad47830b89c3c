/**
 * The garbage is collected on the thread that made it: on threads of their own, which wait for each other, its cost would be that of the other
 * programs on the machine.
 */
export const nodeFlags = ["--expose-gc", "--single-threaded-gc"];
