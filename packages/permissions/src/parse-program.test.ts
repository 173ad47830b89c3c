import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { parseProgram } from "./parse-program.js";

describe("words", () => {
  test.each([
    ["", []],
    [" \t ", []],
    ["ls", ["ls"]],
    ["  ls\t-l  /tmp ", ["ls", "-l", "/tmp"]],
    ["echo 'a b' \"c d\"", ["echo", "a b", "c d"]],
    ["a'b c'\"d\"e", ["ab cde"]],
    ["echo '' \"\"", ["echo", "", ""]],
    ['echo \'it is "so"\' "it\'s"', ["echo", 'it is "so"', "it's"]],
    ["git show HEAD~1 issue#5 wow! a=b", ["git", "show", "HEAD~1", "issue#5", "wow!", "a=b"]],
    ["[ -f a[b ]", ["[", "-f", "a[b", "]"]],
    ["x%y^z@1,2+3:4", ["x%y^z@1,2+3:4"]],
    ["printf é😀", ["printf", "é😀"]],
    ["find . ! -name a", ["find", ".", "!", "-name", "a"]],
    ["test a != b !", ["test", "a", "!=", "b", "!"]],
  ])("%j", (text, words) => {
    expect(parseProgram(text)).toEqual({ ok: true, words });
  });

  test("quotes make data of everything but what a shell reads in them too", verifies("D5.permission-check"), () => {
    const data = ";&|<>(){}*?[a]~#!=\n\r\t ";
    expect(parseProgram(`echo '${data}$\`\\"'`)).toEqual({ ok: true, words: ["echo", `${data}$\`\\"`] });
    expect(parseProgram(`echo "${data}'"`)).toEqual({ ok: true, words: ["echo", `${data}'`] });
  });
});

describe("what is more than words", () => {
  test.each([
    ["ls; rm x", "operator", 2],
    ["a && b", "operator", 2],
    ["a & b", "operator", 2],
    ["a || b", "operator", 2],
    ["a | b", "operator", 2],
    ["cat <f", "operator", 4],
    ["echo >f", "operator", 5],
    ["(ls)", "operator", 0],
    ["ls )", "operator", 3],
    ["! ls", "operator", 0],
    ["!= ls", "operator", 0],
    ["echo !x", "operator", 5],
    ["echo !!", "operator", 5],
    ["echo $HOME", "substitution", 5],
    ["echo $(id)", "substitution", 5],
    ["echo `id`", "substitution", 5],
    ['echo "$HOME"', "substitution", 6],
    ['echo "a`id`"', "substitution", 7],
    ['echo "a\\"b"', "escape", 7],
    ["a\\ b", "escape", 1],
    ["ls *.ts", "expansion", 3],
    ["ls a?", "expansion", 4],
    ["ls x[ab]", "expansion", 4],
    ["ls [a' 'b]", "expansion", 3],
    ["{rm,-rf,x}", "expansion", 0],
    ["ls }", "expansion", 3],
    ["ls ~/x", "expansion", 3],
    ["ls a=~/x", "expansion", 5],
    ["ls a=b:~", "expansion", 7],
    ["ls #x", "comment", 3],
    ["A=1 rm x", "assignment", 1],
    ["a\nb", "newline", 1],
    ["a\rb", "newline", 1],
    ["echo 'a", "open_quote", 5],
    ["echo a\"b 'c'", "open_quote", 6],
    ["echo 'a\0b'", "unencodable", 7],
    ["echo '\ud800'", "unencodable", 6],
  ] as const)("%j: %s at %i", verifies("D5.permission-check"), (text, problem, at) => {
    expect(parseProgram(text)).toEqual({ ok: false, problem, at });
  });
});
