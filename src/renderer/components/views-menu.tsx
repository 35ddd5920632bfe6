import { Button, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { ask, problemOf } from '../client/ask.ts';
import { notifyDone, notifyProblem } from '../client/notify.ts';
import { ROLE_NAMES, useSession } from '../client/session.ts';
import { searchOfView, type View, viewQueryOf, viewsQuery } from '../client/views.ts';
import { confirmFirst } from '../lib/confirm.ts';
import { views as t } from '../texts/views.ts';
import { IconBookmark, IconTrash } from './first-icons.tsx';
import { SaveView } from './save-view.tsx';
import classes from './views-menu.module.css';

/** Lists the saved views of a list: the user's own, and those that an owner shared with their role. */
export function ViewsMenu({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { data, error } = useQuery({ ...viewsQuery, enabled: isOpen });
  const query = viewQueryOf(useLocation().search);
  const views = data?.filter((view) => view.path === path);
  const groups = [
    { title: t.own, views: views?.filter(({ is_own }) => is_own) ?? [] },
    { title: t.shared, views: views?.filter(({ is_own }) => !is_own) ?? [] },
  ];
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} />}>
            {t.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t.menu}>
          {groups.map(
            (group) =>
              group.views.length > 0 && (
                <Fragment key={group.title}>
                  <Menu.Label>{group.title}</Menu.Label>
                  {group.views.map((view) => (
                    <ViewItem key={view.view_id} view={view} isShown={view.query === query} />
                  ))}
                </Fragment>
              ),
          )}
          {views?.length === 0 && <Menu.Label>{t.none}</Menu.Label>}
          {!views && <Menu.Label>{error ? `${t.failed}: ${problemOf(error).detail}` : t.loading}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>{t.save}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveView path={path} query={query} onClose={() => setSaving(false)} />}
    </>
  );
}

interface ViewItemProps {
  view: View;
  /** True if the list currently shows this view. */
  isShown: boolean;
}

function ViewItem({ view, isShown }: ViewItemProps) {
  const navigate = useNavigate();
  const { role } = useSession().session.staff;
  const remove = useRemove();
  const mayRemove = view.is_own || role === 'owner';
  const { name, path, shared_with } = view;
  const forRole = shared_with && (view.is_own ? t.forRole(ROLE_NAMES[shared_with]) : view.saved_by.name);
  return (
    <Group gap={0} wrap="nowrap">
      <Menu.Item
        className={classes.open}
        aria-label={t.open(name)}
        aria-current={isShown || undefined}
        onClick={() => void navigate({ to: path, search: searchOfView(view) })}
      >
        <Text size="sm" truncate fw={isShown ? 600 : undefined}>
          <bdi>{name}</bdi>
        </Text>
        {forRole && (
          <Text size="xs" c="dimmed" truncate>
            <bdi>{forRole}</bdi>
          </Text>
        )}
      </Menu.Item>
      {mayRemove && (
        <Menu.Item w="auto" c="dimmed" aria-label={t.remove(name)} onClick={() => void remove(view)}>
          <IconTrash size={16} />
        </Menu.Item>
      )}
    </Group>
  );
}

function useRemove() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ view_id }: View) => ask('deleteView', { params: { view_id } }),
    onSuccess: ({ name }) => notifyDone(t.removed(name)),
    onError: (error) => notifyProblem(t.notRemoved, error),
    onSettled: () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
  return async (view: View) => {
    const isSure = await confirmFirst({
      title: t.removeTitle(view.name),
      children: view.shared_with ? t.removeShared : t.removeText,
      confirm: t.confirm,
      cancel: t.cancel,
      isDangerous: true,
    });
    if (isSure) mutate(view);
  };
}
