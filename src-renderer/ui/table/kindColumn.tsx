import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { Badge, type Tone } from '../Badge.tsx'
import type { Column } from './columns.ts'

/** One kind of row. */
export interface Kind {
  readonly word: string
  readonly tone: Tone
  readonly icon: LucideIcon
  /** picture of what the word names */
  readonly picture?: ReactNode
}

/** What something is about: icon, word and colour, and the picture of what it names. A long word is cut, and shown whole on hover. */
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

/** The column that says what a row is about: icon, word and colour. */
export function kindColumn<Row>(kindOf: (row: Row) => Kind, width: string): Column<Row> {
  return {
    id: 'kind',
    header: t('ui:kind'),
    width,
    sortBy: (row) => kindOf(row).word,
    cell: (row) => <KindMark {...kindOf(row)} />,
  }
}
