import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { Badge, type Tone } from '../Badge.tsx'
import type { Column } from './columns.ts'

/** Icon, text and colour of a kind of row. */
export interface Kind {
  readonly word: string
  readonly tone: Tone
  readonly icon: LucideIcon
  /** Picture of the object that the text names. */
  readonly picture?: ReactNode
}

/**
 * Shows the kind of a row as icon, text and colour, with the picture of the named object. A long text is truncated and
 * complete on hover.
 */
export function KindMark({ word, tone, icon: Icon, picture }: Kind) {
  return (
    <Badge
      tone={tone}
      icon={<Icon aria-hidden className="size-3 shrink-0" />}
      className="min-w-0 max-w-full shrink"
      title={word}
    >
      <span className="min-w-0 truncate">{word}</span>
      {picture}
    </Badge>
  )
}

/** Returns a column that shows the kind of each row as icon, text and colour. */
export function kindColumn<Row>(kindOf: (row: Row) => Kind, width: string): Column<Row> {
  return {
    id: 'kind',
    header: t('ui:kind'),
    width,
    sortBy: (row) => kindOf(row).word,
    cell: (row) => <KindMark {...kindOf(row)} />,
  }
}
