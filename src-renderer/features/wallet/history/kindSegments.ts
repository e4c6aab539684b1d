import type { Segment } from '../../../ui/Segmented.tsx'
import type { HistoryKindFilter } from '../search.ts'

export const kindSegments: readonly Segment<HistoryKindFilter | 'all'>[] = [
  { id: 'all', label: 'All' },
  { id: 'received', label: 'Received' },
  { id: 'sent', label: 'Sent' },
  { id: 'mined', label: 'Mined' },
  { id: 'self', label: 'To myself' },
  { id: 'module', label: 'Tokens' },
]
