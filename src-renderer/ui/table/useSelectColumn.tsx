import { useMemo, useRef } from 'react'
import { t } from '../../i18n/texts.ts'
import { Checkbox } from '../Checkbox.tsx'
import type { Column } from './columns.ts'
import { useLatest } from './useLatest.ts'

/** Selected rows, by their keys. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  onChange(keys: ReadonlySet<string>): void
}

export interface SelectColumnOptions<Row> {
  readonly selection: Selection | undefined
  /** In display order. */
  readonly rows: readonly Row[]
  rowKey(row: Row): string
  rowLabel(row: Row): string
  /** Not set if all rows are selectable. */
  readonly selectable?: ((row: Row) => boolean) | undefined
  /** Called for a click on the checkbox of a row. */
  onPick(row: Row): void
}

/** Checkbox column with its keys. Shift selects a range. */
export function useSelectColumn<Row>(options: SelectColumnOptions<Row>) {
  const { selection, rows, rowKey, rowLabel, selectable } = options
  const last = useRef<string>(undefined)
  const label = useRef(rowLabel)
  label.current = rowLabel
  const keys = selection?.keys
  const choosable = useMemo(() => (selectable ? rows.filter(selectable) : rows), [rows, selectable])
  const all = choosable.length > 0 && choosable.every((row) => keys?.has(rowKey(row)))

  const toggle = useLatest((row: Row, range: boolean) => {
    if (!selection || (selectable && !selectable(row))) return
    const next = new Set(selection.keys)
    const key = rowKey(row)
    const chosen = !next.has(key)
    const places = [key, last.current].map((wanted) => rows.findIndex((one) => rowKey(one) === wanted))
    const taken = range && Math.min(...places) >= 0 ? rows.slice(Math.min(...places), Math.max(...places) + 1) : [row]
    for (const one of taken) {
      if (selectable && !selectable(one)) continue
      if (chosen) next.add(rowKey(one))
      else next.delete(rowKey(one))
    }
    last.current = key
    selection.onChange(next)
  })
  /** Extends the selection from one row to another. Moving back to a selected row removes the row just left. */
  const extend = useLatest((from: Row, to: Row) => {
    if (!selection) return
    const next = new Set(selection.keys)
    const places = [from, to].map((wanted) => rows.indexOf(wanted))
    if (from !== to && next.has(rowKey(from)) && next.has(rowKey(to))) next.delete(rowKey(from))
    else
      for (const one of rows.slice(Math.min(...places), Math.max(...places) + 1)) {
        if (!selectable || selectable(one)) next.add(rowKey(one))
      }
    last.current = rowKey(to)
    selection.onChange(next)
  })
  const toggleAll = useLatest(() => selection?.onChange(all ? new Set() : new Set(choosable.map(rowKey))))

  const picked = useLatest(options.onPick)

  const some = keys !== undefined && keys.size > 0
  const none = choosable.length === 0
  const column = useMemo((): Column<Row> | undefined => {
    if (!keys) return undefined
    return {
      id: 'select',
      header: t('ui:select'),
      width: '16px',
      headerCell: (
        <Checkbox label={t('ui:selectAll')} checked={all} mixed={some} disabled={none} onChange={() => toggleAll()} />
      ),
      cell: (row) => (
        <Checkbox
          pointerOnly
          label={t('ui:selectRow', { row: label.current(row) })}
          checked={keys.has(rowKey(row))}
          disabled={selectable ? !selectable(row) : false}
          onChange={(_, range) => {
            toggle(row, range)
            picked(row)
          }}
        />
      ),
    }
  }, [keys, all, some, none, rowKey, selectable, toggle, toggleAll, picked])
  return { column, toggle, extend, toggleAll }
}
