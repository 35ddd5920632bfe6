import { Group } from '@mantine/core';
import { Tag } from './tag.tsx';

/** Shows the tags of an object. */
export const TagNames = ({ tags }: { tags: readonly string[] }) => (
  <Group gap={4} component="span">
    {tags.map((tag) => (
      <Tag key={tag} color="gray">
        <bdi>{tag}</bdi>
      </Tag>
    ))}
  </Group>
);
