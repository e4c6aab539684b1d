import { t } from '../../../i18n/texts.ts'
import type { Segment } from '../../../ui/Segmented.tsx'
import type { HistoryKindFilter } from '../search.ts'

const KINDS = ['all', 'received', 'sent', 'mined', 'self', 'module'] as const satisfies (HistoryKindFilter | 'all')[]

/** Returns the kinds by which the history can be filtered. */
export const kindSegments = (): readonly Segment<HistoryKindFilter | 'all'>[] =>
  KINDS.map((id) => ({ id, label: t(`wallet:history.kind.${id}`) }))
