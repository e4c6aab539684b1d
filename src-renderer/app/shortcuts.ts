import { modifier } from './modifier.ts'
import { screenLabel, screens } from './screens.ts'

export interface Shortcut {
  readonly keys: string
  readonly does: string
}

/** What the `?` sheet and the settings list. The keys themselves are handled in useShortcuts and where they belong. */
export const shortcutGroups: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: `${modifier} K`, does: 'Search or run anything' },
      { keys: '?', does: 'Show this list' },
      { keys: `${modifier} B`, does: 'Narrow or widen the sidebar' },
      { keys: 'F8', does: 'Go to the notifications' },
      { keys: 'Esc', does: 'Close what is open' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: [
      ...screens.map((screen) => ({ keys: `g ${screen.key}`, does: screenLabel(screen) })),
      { keys: 'n', does: 'Create a token' },
      { keys: 'h', does: 'Another chain' },
      { keys: '/', does: 'The search field of the page, or the search of everything' },
    ],
  },
  {
    title: 'In tables',
    shortcuts: [
      { keys: '↑ ↓', does: 'Move through the rows' },
      { keys: 'Enter', does: 'Open the details of a row' },
      { keys: 'Space', does: 'Choose a row, where several can be chosen' },
      { keys: 'Home End', does: 'First or last row' },
      { keys: 'Tab', does: 'To the headers, which sort with Enter' },
    ],
  },
  {
    title: 'In the console',
    shortcuts: [
      { keys: '↑ ↓', does: 'Earlier lines, or a suggestion' },
      { keys: 'Tab', does: 'Take the suggestion' },
      { keys: `${modifier} L`, does: 'Clear the results' },
    ],
  },
]
