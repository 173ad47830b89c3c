import { foldText } from "../fold.js";
import { Pattern } from "../pattern.js";
import { type CharacterClass, type Token, tokenize } from "../pattern-tokens.js";
import { Text } from "../text.js";
import type { Effort } from "./effort.js";
import { type Language, otherPoint, patternLanguage } from "./language.js";
import { commonText, textOutside } from "./search-texts.js";

/** A pattern, and what comparing it with others asks for again and again, each found once. */
export class LintedPattern {
  readonly source: string;
  /** Undefined where texts can't be looked for. */
  readonly language: Language | undefined;
  readonly isEverything: boolean;
  /** What every text of it starts with, and what it ends with, backwards; both folded. */
  readonly #head: string;
  readonly #tail: string;
  readonly #pattern: Pattern;
  readonly #shortest = new Map<Language | undefined, Text | null | undefined>();
  #samples: readonly Text[] | undefined;

  constructor(source: string, fold: boolean) {
    this.source = source;
    this.language = patternLanguage(source, fold);
    this.isEverything = /^\*+$/.test(source);
    const tokens = this.language ? tokenize(source) : [];
    this.#head = plainStart(tokens);
    this.#tail = plainStart([...tokens].reverse());
    this.#pattern = new Pattern(source, fold);
  }

  matches(text: Text): boolean {
    return this.#pattern.matches(text);
  }

  /** The first of the shortest texts, of those that are of the other language too; null if there is none; undefined if that can't be told. */
  shortest(among?: Language): Text | null | undefined {
    if (this.language === undefined) return undefined;
    if (!this.#shortest.has(among)) {
      const text = commonText(among ? [this.language, among] : [this.language]);
      this.#shortest.set(among, typeof text === "string" ? new Text(text) : text);
    }
    return this.#shortest.get(among);
  }

  /** Whether the other one is sure to match every text that this one matches. */
  isWithin(outer: LintedPattern, effort: Effort): boolean {
    if (outer.source === this.source || outer.isEverything) return true;
    if (this.language === undefined || outer.language === undefined) return false;
    return this.#ownSamples().every((text) => outer.matches(text)) && textOutside(this.language, outer.language, effort) === null;
  }

  /** The first of the shortest texts that the other one does not match; null if there is none; undefined if that can't be told. */
  textOutside(outer: LintedPattern, effort: Effort): string | null | undefined {
    if (this.language === undefined || outer.language === undefined) return undefined;
    const shortest = this.shortest();
    if (shortest && !outer.matches(shortest)) return shortest.source;
    return shortest === null ? null : textOutside(this.language, outer.language, effort);
  }

  /** Whether what they start or end with is enough to tell that they have no text in common. */
  isApartFrom(other: LintedPattern): boolean {
    return areApart(this.#head, other.#head) || areApart(this.#tail, other.#tail);
  }

  /** The first of the shortest texts of both, and of the language; null if there is none; undefined if that can't be told. */
  textInCommon(other: LintedPattern, among: Language | undefined, effort: Effort): string | null | undefined {
    if (this.language === undefined || other.language === undefined) return undefined;
    if (this.isApartFrom(other)) return null;
    const [own, others] = [this.shortest(among), other.shortest(among)];
    if (own === null || others === null) return null;
    if (own && other.matches(own)) return own.source;
    if (others && this.matches(others)) return others.source;
    return commonText([this.language, other.language, ...(among ? [among] : [])], effort);
  }

  /** Two texts of it that differ much: a pattern that does not match both is no wider. */
  #ownSamples(): readonly Text[] {
    if (this.#samples) return this.#samples;
    const shortest = this.shortest();
    const longer = new Text(withRunsFilled(tokenize(this.source)));
    this.#samples = [...(shortest ? [shortest] : []), ...(this.matches(longer) ? [longer] : [])];
    return this.#samples;
  }
}

const areApart = (one: string, other: string): boolean => !one.startsWith(other) && !other.startsWith(one);

function plainStart(tokens: readonly Token[]): string {
  const end = tokens.findIndex((token) => typeof token !== "number");
  return foldText(String.fromCodePoint(...(tokens.slice(0, end < 0 ? tokens.length : end) as number[])));
}

function withRunsFilled(tokens: readonly Token[]): string {
  return String.fromCodePoint(
    ...tokens.map((token) => (typeof token === "object" ? firstOf(token) : typeof token === "number" ? token : otherPoint)),
  );
}

const firstOf = ({ negated, ranges }: CharacterClass): number => (negated ? otherPoint : (ranges[0]?.[0] ?? otherPoint));
