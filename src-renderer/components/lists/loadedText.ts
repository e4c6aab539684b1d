import { t } from '../../i18n/texts.ts'

/** Loading state of a partially loaded list. */
export interface LoadedRows {
  readonly what: 'transactions' | 'outputs'
  /** Rows that match the filter, loaded or not. Undefined if unknown until all rows are loaded. */
  readonly total: number | undefined
  /** Rows without the filter, or undefined if they were not counted. */
  readonly all: number | undefined
  readonly filtered: boolean
  readonly complete: boolean
  readonly loadingMore: boolean
}

/** Returns the sentence below a long list: how many rows are shown, out of how many. */
export function loadedText(rows: LoadedRows, shown: number): string {
  const { what, total, all, filtered, complete, loadingMore } = rows
  const formatRowCount = (count: number) => t(`parts:list.${what}`, { count })
  if (complete && !filtered) return formatRowCount(shown)
  if (complete) {
    return all === undefined
      ? t('parts:list.matching', { count: shown })
      : t('parts:list.matchingOf', { count: shown, rows: formatRowCount(all) })
  }
  const soFar = filtered
    ? t('parts:list.matchingSoFar', { count: shown })
    : t('parts:list.loadedSoFar', { rows: formatRowCount(shown) })
  const loaded = total === undefined ? soFar : t('parts:list.loaded', { shown, rows: formatRowCount(total) })
  return loadingMore ? t('parts:list.loadingMore', { loaded }) : t('parts:list.moreOnScroll', { loaded })
}
