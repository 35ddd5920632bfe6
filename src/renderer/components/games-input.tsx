import { TagsInput, type TagsInputProps } from '@mantine/core';

const MOST_GAMES = 100;

/** A field for the IDs of games. */
export const GamesInput = (props: TagsInputProps) => (
  <TagsInput maxTags={MOST_GAMES} splitChars={[',', ' ']} acceptValueOnBlur {...props} />
);
