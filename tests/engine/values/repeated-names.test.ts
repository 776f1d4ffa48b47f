import { expect, it } from "vitest";
import { repeatedNames } from "../../../engine/values/repeated-names.ts";

it.each<readonly [text: string, pointers: readonly string[]]>([
  ["{}", []],
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}', []],
  ['{"a":1,"a":2}', ["/a"]],
  ['{"a":1,"b":"a","c":["a","a"],"a":{}}', ["/a"]],
  ['{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}', ["/a/b/1/c"]],
  ['{"a":1,"a":2,"a":3}', ["/a", "/a"]],
  ['{"a":{"x":1,"x":1},"a":[]}', ["/a/x", "/a"]],
  ['{"ก":1,"\\u0e01":2}', ["/ก"]],
  ['{"a/b~c":1,"a/b~c":2}', ["/a~1b~0c"]],
  ['{"__proto__":1,"__proto__":2}', ["/__proto__"]],
  ['{"a":"{\\"b\\":1,\\"b\\":2}","b":"\\\\","c":"}"}', []],
  ['["a","a",{"a":"a"}]', []],
])("repeatedNames finds in the JSON text %s the names that occur twice at %j", (text, pointers) => {
  JSON.parse(text);
  expect(repeatedNames(text)).toEqual(pointers);
});
