import type { JsonSchema, SchemaConverter } from "./json-schema";

/**
 * Composes an example of a schema: its own first example, its only or first value, or else the examples of its members.
 * Throws if a schema has none of these.
 */
export function composeExample(schema: JsonSchema, schemas: SchemaConverter): unknown {
  const { examples, properties, items, anyOf } = schema;
  if (Array.isArray(examples)) return examples[0];
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ("$ref" in schema) return composeExample(schemas.resolve(schema), schemas);
  if (Array.isArray(anyOf)) return composeExample(anyOf[0], schemas);
  if (items) return [composeExample(items as JsonSchema, schemas)];
  if (!properties) throw new Error(`no example of ${JSON.stringify(schema)}`);
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, composeExample(member, schemas)]),
  );
}
