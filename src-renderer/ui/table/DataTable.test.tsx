import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { sizeElements } from '../../testing/sizeElements.ts'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './dataTableProps.ts'

interface Row {
  readonly name: string
  readonly units: number | null
}

const ROWS: readonly Row[] = [
  { name: 'pear', units: 2 },
  { name: 'apple 10', units: null },
  { name: 'apple 9', units: 30 },
]

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', width: '1fr', sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    ...{ id: 'units', header: 'Units', width: '1fr', firstSort: 'descending', hideBelow: 600 },
    sortBy: ({ units }) => units,
    cell: ({ units }) => (units === null ? '—' : String(units)),
  },
]

function show(props: Partial<DataTableProps<Row>> = {}) {
  const onOpen = vi.fn()
  const shared = { label: 'Fruit', columns, rowKey: (row: Row) => row.name, empty: 'No fruit yet' }
  const table = <DataTable rows={ROWS} {...shared} onOpen={onOpen} {...props} />
  return { ...renderWindow(table), onOpen }
}

const grid = () => screen.getByRole('grid', { name: 'Fruit' })
const names = () =>
  screen.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('gridcell')[0]?.textContent ?? [])
const header = (name: string) => screen.getByRole('button', { name })
const activeName = () => {
  const id = grid().getAttribute('aria-activedescendant')
  const row = id === null ? null : document.getElementById(id)
  return row && within(row).getAllByRole('gridcell')[0]?.textContent
}

describe('DataTable', () => {
  it('sorts by a header in both directions, then restores the given order', async () => {
    const { user } = show()
    await user.click(header('Name'))
    expect(names()).toEqual(['apple 9', 'apple 10', 'pear'])
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(header('Name'))
    expect(names()).toEqual(['pear', 'apple 10', 'apple 9'])
    await user.click(header('Name'))
    expect(names()).toEqual(['pear', 'apple 10', 'apple 9'])
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBeNull()
  })

  it('sorts numbers in descending order first, and missing values last in both directions', async () => {
    const { user } = show()
    await user.click(header('Units'))
    expect(names()).toEqual(['apple 9', 'pear', 'apple 10'])
    header('Units').focus()
    await user.keyboard('{Enter}')
    expect(names()).toEqual(['pear', 'apple 9', 'apple 10'])
  })

  it('opens a row by a click and by Enter', async () => {
    const { user, onOpen } = show()
    await user.click(screen.getByText('pear'))
    expect(onOpen.mock.calls).toEqual([[ROWS[0]]])
    grid().focus()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onOpen.mock.lastCall).toEqual([ROWS[1]])
  })

  it('moves by arrow keys, Home and End, within the table', async () => {
    const { user } = show()
    grid().focus()
    await user.keyboard('{End}')
    expect(activeName()).toBe('apple 9')
    await user.keyboard('{ArrowDown}')
    expect(activeName()).toBe('apple 9')
    await user.keyboard('{Home}{ArrowUp}')
    expect(activeName()).toBe('pear')
  })

  it('keeps the active row when rows are added before it', async () => {
    const view = show()
    grid().focus()
    await view.user.keyboard('{Home}{ArrowDown}')
    const shared = { label: 'Fruit', columns, rowKey: (row: Row) => row.name, empty: '' }
    view.rerender(<DataTable {...shared} rows={[{ name: 'fig', units: 1 }, ...ROWS]} onOpen={view.onOpen} />)
    expect(activeName()).toBe('apple 10')
  })

  it('selects a row by Space and all rows by Ctrl-A', async () => {
    function Choosing() {
      const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
      const shared = { label: 'Fruit', columns, rowKey: (row: Row) => row.name, empty: '' }
      return (
        <>
          <output>{[...keys].join()}</output>
          <DataTable {...shared} rows={ROWS} selection={{ keys, onChange: setKeys } as never} />
        </>
      )
    }
    const { user } = renderWindow(<Choosing />)
    grid().focus()
    await user.keyboard('{Home}{ArrowDown} ')
    expect(screen.getByRole('status').textContent).toBe('apple 10')
    await user.keyboard('{Control>}a{/Control}')
    expect(screen.getByRole('status').textContent?.split(',').toSorted()).toEqual(['apple 10', 'apple 9', 'pear'])
  })

  it('selects several rows by Shift with arrow keys or a click, and deletes them by Delete', async () => {
    const onDelete = vi.fn()
    function Choosing() {
      const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
      const shared = { label: 'Fruit', columns, rowKey: (row: Row) => row.name, empty: '' }
      return (
        <>
          <output>{[...keys].join()}</output>
          <DataTable {...shared} rows={ROWS} selection={{ keys, onChange: setKeys }} onDelete={onDelete} />
        </>
      )
    }
    const { user } = renderWindow(<Choosing />)
    const chosen = () => screen.getByRole('status').textContent
    grid().focus()
    await user.keyboard('{Home}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(chosen()).toBe('pear,apple 10,apple 9')
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect(chosen()).toBe('pear,apple 10')
    await user.keyboard('{Delete}')
    expect(onDelete.mock.calls).toEqual([[ROWS.slice(0, 2)]])
    await user.keyboard('{Control>}')
    await user.click(screen.getByText('pear'))
    expect(chosen()).toBe('apple 10')
    await user.keyboard('{/Control}{Shift>}')
    await user.click(screen.getByText('apple 9'))
    expect(chosen()?.split(',').toSorted()).toEqual(['apple 10', 'apple 9', 'pear'])
  })

  it('deletes the active row by Delete if no row is selected', async () => {
    const onDelete = vi.fn()
    const { user } = show({ onDelete })
    grid().focus()
    await user.keyboard('{Home}{Delete}')
    expect(onDelete.mock.calls).toEqual([[[ROWS[0]]]])
  })

  it('requests more rows when the last loaded row is nearly visible', () => {
    const onNearEnd = vi.fn()
    show({ onNearEnd })
    expect(onNearEnd).toHaveBeenCalled()
  })

  it('shows a loading state, an empty state and an error', () => {
    const view = show({ rows: undefined })
    expect(grid().getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('rowgroup', { name: 'Loading' })).toBeTruthy()
    const shared = { label: 'Fruit', columns, rowKey: (row: Row) => row.name, empty: 'No fruit yet' }
    view.rerender(<DataTable {...shared} rows={[]} />)
    expect(screen.getByText('No fruit yet')).toBeTruthy()
    view.rerender(<DataTable {...shared} rows={undefined} error="The node does not answer" />)
    expect(screen.getByText('The node does not answer')).toBeTruthy()
    expect(grid().getAttribute('aria-busy')).toBe('false')
  })

  it('hides columns if the table is narrow', () => {
    sizeElements(500)
    show()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name'])
    expect(grid().getAttribute('aria-colcount')).toBe('1')
  })

  it('reports the number of all rows to assistive technology, including rows not loaded', () => {
    show({ total: 500 })
    expect(grid().getAttribute('aria-rowcount')).toBe('501')
  })
})
