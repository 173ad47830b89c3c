const pairs = (rows: readonly (readonly [latin: string, others: string])[]) =>
  new Map(rows.flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)));

/** Letters of other scripts that most typefaces draw like a Latin letter. */
const letters = pairs([
  ["a", "аα"],
  ["b", "Ьᏼ"],
  ["c", "сϲᴄ"],
  ["d", "ԁ"],
  ["e", "еҽ"],
  ["g", "ց"],
  ["h", "һհ"],
  ["i", "іιӏ"],
  ["j", "јϳ"],
  ["k", "кκ"],
  ["n", "ոռ"],
  ["o", "оοօ"],
  ["p", "рρ"],
  ["q", "ԛզ"],
  ["s", "ѕ"],
  ["u", "սυ"],
  ["v", "νѵ"],
  ["w", "ԝա"],
  ["x", "хχ"],
  ["y", "уүγ"],
  ["A", "АΑᎪ"],
  ["B", "ВΒᏴ"],
  ["C", "СϹᏟ"],
  ["D", "Ꭰ"],
  ["E", "ЕΕᎬ"],
  ["G", "ԌᏀ"],
  ["H", "НΗᎻ"],
  ["I", "ІΙӀ"],
  ["J", "ЈᎫ"],
  ["K", "КΚᏦ"],
  ["L", "Ꮮ"],
  ["M", "МΜᎷ"],
  ["N", "Ν"],
  ["O", "ОΟՕ"],
  ["P", "РΡᏢ"],
  ["R", "Ꭱ"],
  ["S", "ЅՏᏚ"],
  ["T", "ТΤᎢ"],
  ["U", "Ս"],
  ["V", "Ꮩ"],
  ["W", "ԜᎳ"],
  ["X", "ХΧ"],
  ["Y", "ҮΥ"],
  ["Z", "ΖᏃ"],
]);

/** Signs and rare letters that nobody needs in a name or path, and that look like a part of one. */
const always = pairs([
  ["/", "\u2044\u2215\u29f8\u2571\u27cb"],
  ["\\", "\u2216\u29f5\u29f9\u2572"],
  [".", "\ua4f8\u0701\u0702"],
  [":", "\u2236\u02d0\ua789\u0589"],
  ["-", "\u2010\u2212"],
  ["_", "\u02cd"],
  ["~", "\u223c"],
  ["*", "\u2217\u066d"],
  ["a", "\u0251"],
  ["g", "\u0261"],
  ["l", "\u01c0"],
  ["!", "\u01c3"],
]);

const anyOf = (map: ReadonlyMap<string, string>) => new RegExp(`[${[...map.keys()].join("")}]`, "u");

/** What looks like something else: `letters` only in doubtful company, `always` anywhere. */
export const lookAlikes = {
  letters: anyOf(letters),
  always: anyOf(always),
  script: /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u,
} as const;

const all = new Map([...letters, ...always]);
const anyLookAlike = new RegExp(anyOf(all), "gu");

/** A text with every look-alike as what it looks like. */
export const withoutLookAlikes = (text: string): string => text.replace(anyLookAlike, (character) => all.get(character) ?? character);
