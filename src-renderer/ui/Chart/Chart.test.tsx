import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { sizeElements } from '../../testing/sizeElements.ts'
import { Chart, type ChartProps } from './Chart.tsx'
import { DotMark } from './marks.tsx'
import type { PlotArea } from './scales.ts'

const WIDTH = 500
const HEIGHT = 120

/** Renders a chart whose drawing area, in an element of 500 × 120 px, is 400 × 100 px from x = 60. */
function showChart(props: Partial<ChartProps<PlotArea>> = {}) {
  sizeElements(WIDTH, HEIGHT)
  const layout = vi.fn((area: PlotArea) => area)
  const view = renderWindow(
    <Chart
      layout={layout}
      describe={({ width }) => `Balance over ${width} px`}
      margins={{ top: 5, right: 40, bottom: 15, left: 60 }}
      {...props}
    >
      {({ width, height, crosshair }) => (
        <>
          <DotMark x={width} y={height} radius={3} />
          {crosshair}
        </>
      )}
    </Chart>,
  )
  const picture = () => screen.getByRole('img')
  const point = (clientX: number) => view.user.pointer({ target: picture(), coords: { clientX, clientY: 50 } })
  return { ...view, layout, picture, point }
}

const readAt: ChartProps<PlotArea>['readAt'] = (_, x) => ({ y: x < 100 ? 80 : 20, tooltip: `balance at ${x}` })

/** Returns the text and the style of the tooltip at `at` px from the left of the drawing area. */
function findTooltip(at: number) {
  const tooltip = screen.queryByText(`balance at ${at}`)
  return tooltip && { left: tooltip.style.left, top: tooltip.style.top, bottom: tooltip.style.bottom }
}

describe('Chart', () => {
  it('lays out the data within its margins, and uses the description as accessible name', () => {
    const { picture, layout } = showChart()
    expect(layout).toHaveBeenLastCalledWith({ width: 400, height: 100 })
    expect(picture().getAttribute('aria-label')).toBe('Balance over 400 px')
    expect(picture().querySelector('g')?.getAttribute('transform')).toBe('translate(60 5)')
    expect(picture().querySelector('circle')?.getAttribute('cx')).toBe('400')
  })

  it('renders no chart in an element without a size', () => {
    sizeElements(0, 0)
    renderWindow(
      <Chart layout={(area) => area} describe={() => ''} margins={{ bottom: 15 }}>
        {() => null}
      </Chart>,
    )
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('reserves space for the longest value label', () => {
    const labels = () => [
      { at: 0, label: '1,000' },
      { at: 100, label: '0' },
    ]
    const { layout } = showChart({ values: { side: 'left', labels } })
    expect(layout.mock.lastCall?.[0].width).toBeCloseTo(400 - 5 * 7.6 - 8)
    expect(screen.getByText('1,000').getAttribute('text-anchor')).toBe('end')
  })

  it('moves bottom labels near the ends inside, or omits them', () => {
    const labels = () => [
      { at: 0, label: 'start' },
      { at: 200, label: 'middle' },
      { at: 400, label: 'end' },
    ]
    const anchors = () => screen.getAllByText(/start|middle|end/).map((text) => text.getAttribute('text-anchor'))
    const { rerender } = showChart({ below: { ends: 'inside', labels } })
    expect(anchors()).toEqual(['start', 'middle', 'end'])
    const shared = {
      layout: (area: PlotArea) => area,
      describe: () => '',
      margins: { bottom: 15 },
      children: () => null,
    }
    rerender(<Chart {...shared} below={{ ends: 'omitted', labels: () => labels().slice(0, 2) }} />)
    expect(anchors()).toEqual(['middle'])
    rerender(<Chart {...shared} below={{ ends: 'centred', labels }} />)
    expect(anchors()).toEqual(['middle', 'middle', 'middle'])
  })

  it('shows reading and crosshair at the pointer, and hides them when the pointer leaves', async () => {
    const { picture, point, user } = showChart({ readAt })
    expect(picture().querySelector('[stroke-dasharray]')).toBeNull()
    await point(110)
    expect(findTooltip(50)).not.toBeNull()
    expect(picture().querySelector('[stroke-dasharray]')?.getAttribute('x1')).toBe('50')
    await user.pointer({ target: document.body })
    expect(findTooltip(50)).toBeNull()
  })

  it('shows no reading outside the drawing area', async () => {
    const { point, picture } = showChart({ readAt })
    for (const x of [20, 470]) {
      await point(x)
      expect(screen.queryByText(/balance at/)).toBeNull()
      expect(picture().querySelector('[stroke-dasharray]')).toBeNull()
    }
  })

  it('places the tooltip on the side with space and away from the dot', async () => {
    const { point } = showChart({ readAt })
    await point(110)
    expect(findTooltip(50)).toEqual({ left: '120px', top: '4px', bottom: '' })
    await point(360)
    expect(findTooltip(300)).toEqual({ left: '350px', top: '', bottom: '19px' })
  })

  it('moves the crosshair to the position of the reading', async () => {
    const { point, picture } = showChart({ readAt: () => ({ x: 75, tooltip: 'nearest' }) })
    await point(110)
    expect(picture().querySelector('[stroke-dasharray]')?.getAttribute('x1')).toBe('75')
    expect(screen.getByText('nearest').style.left).toBe('145px')
  })
})
