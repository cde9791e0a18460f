import { z } from "zod";

/** Serialises a value. Throws `UnexpectedType` if the value does not have its schema's type. */
type Serialise = (value: unknown) => string;

class UnexpectedType extends Error {}

const serialisers = new WeakMap<z.core.$ZodType, Serialise>();

/**
 * Serialises a value with its schema: the text of `JSON.stringify(z.encode(schema, value))` in about half the time.
 * The types of all values are checked, and members that the schema does not name are omitted. Formats and lengths, which zod
 * checks while it encodes, are not checked: they are rules for input. Throws `z.ZodError` for a value of another type.
 */
export function toJson<S extends z.ZodType>(schema: S, value: z.output<S>): string {
  try {
    return serialiserOf(schema)(value);
  } catch (thrown) {
    if (thrown instanceof UnexpectedType) return JSON.stringify(z.encode(schema, value));
    throw thrown;
  }
}

function serialiserOf(schema: z.core.$ZodType): Serialise {
  const existing = serialisers.get(schema);
  if (existing) return existing;
  const created = createSerialiser(schema);
  serialisers.set(schema, created);
  return created;
}

/** A check that changes the value, such as `trim`. */
const isOverwrite = (check: z.core.$ZodCheck) => check._zod.def.check === "overwrite";

function createSerialiser(schema: z.core.$ZodType): Serialise {
  if (schema._zod.def.checks?.some(isOverwrite)) return encodeFirst(schema);
  if (schema instanceof z.ZodObject && !schema.def.catchall) return serialiseObject(schema);
  if (schema instanceof z.ZodArray) return serialiseArray(serialiserOf(schema.element));
  if (schema instanceof z.ZodNullable) return serialiseNullable(serialiserOf(schema.def.innerType));
  if (schema instanceof z.ZodCodec) return serialiseCodec(schema);
  if (schema instanceof z.ZodEnum) return serialiseMember(new Set<unknown>(schema.options));
  if (schema instanceof z.ZodLiteral) return serialiseMember(schema.values);
  if (schema instanceof z.ZodBoolean) return serialiseIf((value) => typeof value === "boolean");
  if (schema instanceof z.ZodNumber) return serialiseIf(Number.isFinite);
  // The schemas of ids are custom ones.
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodCustom)
    return serialiseIf((value) => typeof value === "string");
  return encodeFirst(schema);
}

/** For schemas that only zod can encode, such as unions. A member that is encoded as absent has no text of its own. */
const encodeFirst =
  (schema: z.core.$ZodType): Serialise =>
  (value) => {
    const text: string | undefined = JSON.stringify(z.encode(schema, value));
    if (text === undefined) throw new UnexpectedType();
    return text;
  };

const serialiseIf =
  (isExpected: (value: unknown) => boolean): Serialise =>
  (value) => {
    if (isExpected(value)) return JSON.stringify(value);
    throw new UnexpectedType();
  };

const serialiseMember = (values: ReadonlySet<unknown>) => serialiseIf((value) => values.has(value));

function serialiseArray(serialiseElement: Serialise): Serialise {
  return (value) => {
    if (!Array.isArray(value)) throw new UnexpectedType();
    return `[${value.map((element) => serialiseElement(element)).join(",")}]`;
  };
}

const serialiseNullable =
  (serialise: Serialise): Serialise =>
  (value) =>
    value === null ? "null" : serialise(value);

/** Serialises amounts and times: their encoding is a text. */
function serialiseCodec(schema: z.ZodCodec): Serialise {
  const { out, reverseTransform } = schema.def;
  const isExpected =
    out instanceof z.ZodDate
      ? (value: unknown) => value instanceof Date
      : out instanceof z.ZodBigInt
        ? (value: unknown) => typeof value === "bigint"
        : undefined;
  if (!isExpected) return encodeFirst(schema);
  const serialiseEncoded = serialiserOf(schema.def.in);
  return (value) => {
    if (!isExpected(value)) throw new UnexpectedType();
    return serialiseEncoded(reverseTransform(value, { value, issues: [] }));
  };
}

function serialiseObject({ shape }: z.ZodObject): Serialise {
  const members = Object.entries(shape).map(([name, schema]) => {
    const isOptional = schema instanceof z.ZodOptional;
    const serialise = serialiserOf(isOptional ? schema.def.innerType : schema);
    return { name, before: `${JSON.stringify(name)}:`, isOptional, serialise };
  });
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UnexpectedType();
    let text = "";
    for (const { name, before, isOptional, serialise } of members) {
      const member: unknown = Reflect.get(value, name);
      if (member === undefined && isOptional) continue;
      text += `${text === "" ? "{" : ","}${before}${serialise(member)}`;
    }
    return text === "" ? "{}" : `${text}}`;
  };
}
