type Value = string | number | bigint | boolean | null;

type NamesIn<Text extends string, Found extends string = never> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? NamesIn<Rest, Found | Name>
  : Found;
type ColumnsOf<Name extends string, Rows extends string> = Name extends `${Rows}.${infer Column}` ? Column : never;
type ValuesOf<Name extends string> = {
  [Key in Name extends `${infer Rows}.${string}` ? Rows : Name]: Key extends Name
    ? Value | readonly Value[]
    : readonly Record<ColumnsOf<Name, Key>, Value>[];
};

const NAME = /\{([\w.]+)\}/g;

/**
 * Returns a function that creates a prepared query from named values: `{now}` in `text` stands for the value `now`, and
 * `{claims.userId}` for an array with the `userId` of each row in `claims`.
 */
export function prepareQuery<const Text extends string>(name: string, text: Text) {
  const names = [...new Set([...text.matchAll(NAME)].map(([, named = '']) => named))];
  const positional = text.replace(NAME, (_, named) => `$${names.indexOf(named) + 1}`);
  const paths = names.map((named) => named.split('.') as [string, string?]);
  return (values: ValuesOf<NamesIn<Text>>) => {
    const given = values as Record<string, unknown>;
    return {
      name,
      text: positional,
      values: paths.map(([key, column]) =>
        column ? (given[key] as Record<string, Value>[]).map((row) => row[column]) : given[key],
      ),
    };
  };
}
