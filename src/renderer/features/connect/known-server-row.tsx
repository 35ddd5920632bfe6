import { ActionIcon, Button, ColorSwatch, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { ENVIRONMENT_COLOURS } from '../../../../daemon/contract/words.ts';
import type { KnownServer, ServerProfile } from '../../../preload/api.ts';
import { IconPencil, IconX } from '../../components/icons.tsx';
import { connect as t } from '../../texts/connect.ts';
import { texts } from '../../texts/texts.ts';

const NO_COLOUR = 'transparent';

interface KnownServerRowProps {
  server: KnownServer;
  disabled: boolean;
  onConnect: () => void;
  onForget: () => void;
  onDescribe: (profile: ServerProfile) => void;
}

/** A previously connected server, with the name and colour that the user gave it, or else those of its environment. */
export function KnownServerRow({ server, disabled, onConnect, onForget, onDescribe }: KnownServerRowProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { url, environment } = server;
  const address = url.replace(/^https:\/\//, '');
  const name = server.name ?? environment?.name;
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="subtle"
          justify="flex-start"
          flex={1}
          miw={0}
          h="auto"
          py={6}
          ta="left"
          leftSection={<ColorSwatch size={14} color={server.colour ?? environment?.colour ?? NO_COLOUR} aria-hidden />}
          disabled={disabled}
          aria-label={name ? t.nameOf(name, address) : address}
          onClick={onConnect}
        >
          <div>
            {name}
            {/* The whole address is visible, because the end of its host name identifies the server's owner. */}
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              {address}
            </Text>
          </div>
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.describe(address)}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={t.forget(address)} onClick={onForget}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      {isOpen && (
        <ProfileForm
          server={server}
          onSave={(profile) => {
            close();
            onDescribe(profile);
          }}
        />
      )}
    </Stack>
  );
}

function ProfileForm({ server, onSave }: { server: KnownServer; onSave: (profile: ServerProfile) => void }) {
  const [name, setName] = useState(server.name ?? '');
  const [colour, setColour] = useState(server.colour ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({ name: name.trim() || null, colour: colour || null });
  };
  const colours = ENVIRONMENT_COLOURS.map((value) => ({ value, label: t.colours[value] }));
  return (
    <form onSubmit={save}>
      <Stack gap="xs" px="sm" pb="sm">
        <TextInput
          size="xs"
          label={t.name}
          description={t.nameHelp}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={40}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group gap="xs" align="flex-end">
          <NativeSelect
            size="xs"
            flex={1}
            label={t.colour}
            data={[{ value: '', label: t.ownColour }, ...colours]}
            value={colour}
            onChange={({ currentTarget }) => setColour(currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default">
            {texts.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
