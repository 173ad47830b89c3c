/** The five characters by which PostgreSQL classifies an error; undefined for what the server did not say. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
