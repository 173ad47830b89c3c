/** What a scene found. Nothing wrong, and it is as promised. */
export interface Finding {
  readonly scene: string;
  readonly figures: { readonly [name: string]: number };
  readonly wrong: readonly string[];
}

export const lineOf = ({ scene, figures, wrong }: Finding): string =>
  [
    `${wrong.length === 0 ? "ok" : "WRONG"} ${scene}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
      .join(", ")}`,
    ...wrong.map((each) => `   ${each}`),
  ].join("\n");
