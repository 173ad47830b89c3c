/** Something in a vector that the harness does not know. It fails the vector: what is not understood was not checked. */
export class Untranslatable extends Error {}
