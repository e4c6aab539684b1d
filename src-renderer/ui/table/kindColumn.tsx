import type { LucideIcon } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { Badge, type Tone } from '../Badge.tsx'
import type { Column } from './columns.ts'

/** One kind of row. */
export interface Kind {
  readonly word: string
  readonly tone: Tone
  readonly icon: LucideIcon
}

/** The column that says what a row is about: icon, word and colour. */
export function kindColumn<Row>(kindOf: (row: Row) => Kind, width: string): Column<Row> {
  return {
    id: 'kind',
    header: t('ui:kind'),
    width,
    sortBy: (row) => kindOf(row).word,
    cell(row) {
      const { word, tone, icon: Icon } = kindOf(row)
      return (
        <Badge tone={tone} icon={<Icon aria-hidden className="size-3" />}>
          {word}
        </Badge>
      )
    },
  }
}
