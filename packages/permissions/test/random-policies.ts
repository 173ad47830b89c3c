/** Random policies and calls that often meet: few names, few texts. */
export class RandomPolicies {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  policy(): { readonly [key: string]: unknown } {
    return {
      mode: this.pick(["rules", "rules", "rules", "rules", "rules", "rules", "rules", "rules", "deny_all", "allow_all"]),
      ...(this.#chance(0.5) ? { default: this.pick(["deny", "abstain"]) } : {}),
      ...Object.fromEntries(["deny", "allow", "escalate"].filter(() => this.#chance(0.7)).map((table) => [table, this.table()])),
    };
  }

  table(): { readonly [tool: string]: readonly unknown[] } {
    return Object.fromEntries(this.#some(3, () => [this.pick([...tools, "*"]), this.#some(3, () => this.rule())]));
  }

  rule(): unknown {
    if (this.#chance(0.5)) return this.pattern();
    const rule = this.#chance(0.3) ? { pattern: this.pattern() } : {};
    const names = Array.from({ length: 1 + this.#below(2) }, () => this.pick(["command", "path", "pattern", "n", "s", "toString"]));
    return { ...rule, arguments: Object.fromEntries(names.map((name) => [name, this.#matcher()])) };
  }

  pattern(): string {
    return this.pick([
      () => this.#some(4, () => this.pick(["rm", "ls", " ", "*", "?", "[a-m]", "[!r]", "/", "-l", "a", "A", '"', ".."])).join(""),
      () => this.pick(["*", "*", "*", "rm *", "ls*", "/data/*", "*.env", "data/?", "*a*", '{"n":*', "todo *", "3", "*x y*"]),
    ])();
  }

  call(): { readonly tool: string; readonly values: { readonly [name: string]: unknown } } {
    const values: [string, () => unknown][] = [
      ["command", () => this.#some(5, () => this.pick(words)).join(this.pick([" ", " ", ""]))],
      ["path", () => this.#path()],
      ["file_path", () => this.#path()],
      ["pattern", () => this.pick(["todo", "a b", "x", "rm"])],
      ["n", () => this.pick([0, 3, 7, "3", null])],
      ["s", () => this.pick(texts)],
    ];
    const given = values
      .filter(() => this.#chance(0.75))
      .map(([name, value]) => [name, this.#chance(0.08) ? this.pick([null, 1, true]) : value()]);
    return { tool: this.pick(tools), values: Object.fromEntries(this.#chance(0.5) ? given : given.reverse()) };
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  #matcher(): object {
    const matchers: { readonly [operator: string]: () => unknown } = {
      equals: () => this.pick([0, 3, "x", "Rm x", null, "todo"]),
      oneOf: () => [this.pick([0, 3, "ls"]), this.pick([7, "A", null])],
      prefix: () => this.pick(["rm", "/data", "", "HTTP", "x"]),
      glob: () => this.pattern(),
      pathWithin: () => this.pick(["/data", "data", ["/data/sub", "/etc"], "/", "/home/Data"]),
      hostIn: () => [this.pick(["a.com", "*.a.com", "b.org"]), "c.net"],
      range: () => this.pick([{ min: 1 }, { max: 3 }, { min: 0, max: 5 }]),
      maxLength: () => this.#below(8),
      present: () => this.#chance(0.7),
      program: () => this.#some(3, () => this.pick(["rm", "ls", "**", "*", "-?", "a*"])),
    };
    const names = Array.from({ length: this.#chance(0.8) ? 1 : 2 }, () => this.pick(Object.keys(matchers)));
    return Object.fromEntries(names.map((name) => [name, matchers[name]?.()]));
  }

  #path(): string {
    return (
      this.pick(["", "/"]) +
      this.#some(4, () => this.pick(["data", "Data", "sub", "..", ".", "etc", "a.env", "data.", "database"])).join(
        this.pick(["/", "/", "//"]),
      ) +
      this.pick(["", "", "/"])
    );
  }

  #some<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: this.#below(most + 1) }, make);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }
}

const tools = ["bash", "Bash", "bash_tool", "reader", "READER", "editor", "search", "deploy", "Deploy", "toString"];
const words = [
  "rm",
  "ls",
  "RM",
  "/bin/rm",
  "-l",
  "-r",
  "x",
  "'a b'",
  '"x y"',
  "''",
  "a=b",
  "'",
  ";",
  "&&",
  "|",
  "$(x)",
  "`x`",
  "\n",
  "#c",
  "~",
  "!",
  "!=",
  "*",
  "\t",
  '"a;b"',
  '"$x"',
  "> y",
];
const texts = [
  "x",
  "X",
  "rm x",
  "ls",
  "https://a.com/",
  "http://www.a.com/x",
  "https://nota.com",
  "HTTPS://B.org",
  "ftp",
  "/data/sub",
  "~/x",
  "file:///data",
];

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
