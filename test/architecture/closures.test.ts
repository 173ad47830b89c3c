import ts from "typescript";
import { describe, expect, test } from "vitest";
import { house } from "./house.js";
import { sourcesOf } from "./source-tree.js";

const assignments = [ts.SyntaxKind.EqualsToken, ts.SyntaxKind.QuestionQuestionEqualsToken, ts.SyntaxKind.BarBarEqualsToken];

/**
 * The functions that are written where a property is assigned. V8 takes such a one for a method, and makes it in its old space. Made once a call,
 * it keeps all that the call had from the next minor collections (docs/performance.md).
 */
function functionsInProperties(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && assignments.includes(node.operatorToken.kind)) {
      const { left, right } = node;
      const isProperty = ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left);
      if (isProperty && (ts.isArrowFunction(right) || ts.isFunctionExpression(right))) found.push(left.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}

test.each(Object.keys(house))("%s: no function is written into a property", (name) => {
  const found = sourcesOf(name).flatMap(({ path, text }) => functionsInProperties(text).map((property) => `${path}: ${property}`));
  expect(found).toEqual([]);
});

describe("the check itself", () => {
  test.each([
    "this.#settle = (rejection) => {};",
    "this.wake = (): void => resolve();",
    "this.wake =\n  (f: () => void) => f();",
    "generator.return = async (value) => {};",
    "this.#done ??= function () {};",
    "this.done ||= () => {};",
    "this[key] = value => value;",
  ])("finds %s", (text) => {
    expect(functionsInProperties(`class A { a() { ${text} } #settle; #done }`)).toHaveLength(1);
  });

  test.each([
    "const wake = () => {}; this.wake = wake;",
    "this.#cancel = this.#heed.bind(this);",
    "return { wake: () => {}, sleep() {} };",
    "let wake; wake = () => {};",
  ])("lets pass %s", (text) => {
    expect(functionsInProperties(`class A { a = () => {}; b() { ${text} } #cancel; #heed() {} }`)).toEqual([]);
  });
});
