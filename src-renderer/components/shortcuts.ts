import { t } from '../i18n/texts.ts'
import { modifier } from './modifier.ts'
import { pageLabel, pages } from './places.ts'

export interface Shortcut {
  readonly keys: string
  readonly does: string
}

/**
 * Returns the shortcuts listed on the `?` sheet and in the settings. The keys are handled in useShortcuts and in the
 * components they act on.
 */
export const shortcutGroups = (): readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] => [
  {
    title: t('shortcuts:everywhere'),
    shortcuts: [
      { keys: `${modifier()} K`, does: t('shortcuts:search') },
      { keys: '?', does: t('shortcuts:list') },
      { keys: `${modifier()} B`, does: t('shortcuts:sidebar') },
      { keys: 'F8', does: t('shortcuts:notifications') },
      { keys: 'Esc', does: t('shortcuts:close') },
    ],
  },
  {
    title: t('shortcuts:tables'),
    shortcuts: [
      { keys: '↑ ↓', does: t('shortcuts:rows') },
      { keys: 'Enter', does: t('shortcuts:details') },
      { keys: t('ui:key.space'), does: t('shortcuts:choose') },
      { keys: `${t('ui:key.shift')} ↑ ↓`, does: t('shortcuts:chooseMore') },
      { keys: t('ui:key.delete'), does: t('shortcuts:remove') },
      { keys: `${t('ui:key.home')} ${t('ui:key.end')}`, does: t('shortcuts:ends') },
      { keys: 'Tab', does: t('shortcuts:headers') },
    ],
  },
  {
    title: t('shortcuts:console'),
    shortcuts: [
      { keys: '↑ ↓', does: t('shortcuts:earlier') },
      { keys: 'Tab', does: t('shortcuts:take') },
      { keys: `${modifier()} L`, does: t('shortcuts:clear') },
    ],
  },
  // The longest group is last, so that it gets a column to itself.
  {
    title: t('shortcuts:goTo'),
    shortcuts: [
      ...pages.flatMap((page) => (page.key ? [{ keys: `g ${page.key}`, does: pageLabel(page) }] : [])),
      { keys: 'n', does: t('shortcuts:token') },
      { keys: 'h', does: t('shortcuts:chain') },
      { keys: '/', does: t('shortcuts:field') },
    ],
  },
]
