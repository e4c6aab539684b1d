import { t } from '../../i18n/texts.ts'

/** What is known of a list of which some rows are loaded. */
export interface LoadedRows {
  readonly what: 'transactions' | 'outputs'
  /** rows that match the filter, loaded or not; undefined if only loading them can tell */
  readonly total: number | undefined
  /** rows there are, whatever the filter leaves out; undefined if nobody counted them */
  readonly all: number | undefined
  readonly filtered: boolean
  readonly complete: boolean
  readonly loadingMore: boolean
}

/** The sentence below a long list: how many rows are shown, and of how many. */
export function loadedText(rows: LoadedRows, shown: number): string {
  const { what, total, all, filtered, complete, loadingMore } = rows
  const rowsOf = (count: number) => t(`parts:list.${what}`, { count })
  if (complete && !filtered) return rowsOf(shown)
  if (complete) {
    return all === undefined
      ? t('parts:list.matching', { count: shown })
      : t('parts:list.matchingOf', { count: shown, rows: rowsOf(all) })
  }
  const soFar = filtered
    ? t('parts:list.matchingSoFar', { count: shown })
    : t('parts:list.loadedSoFar', { rows: rowsOf(shown) })
  const loaded = total === undefined ? soFar : t('parts:list.loaded', { shown, rows: rowsOf(total) })
  return loadingMore ? t('parts:list.loadingMore', { loaded }) : t('parts:list.moreOnScroll', { loaded })
}
