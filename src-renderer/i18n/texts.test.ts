import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { Trans } from './Trans.tsx'
import { loadTexts, showLanguage, t } from './texts.ts'

afterEach(() => showLanguage('en'))

describe('loaded texts', () => {
  it('use the plurals and numbers of the current language', async () => {
    await loadTexts('chains')
    const said: string[] = []
    for (const language of ['en', 'de', 'es'] as const) {
      await showLanguage(language)
      said.push(t('chains:list.count', { count: 1 }), t('chains:list.count', { count: 12_345 }))
    }
    expect(said).toEqual([
      '1 chain',
      '12,345 chains',
      '1 Chain',
      '12\u202f345 Chains',
      '1 cadena',
      '12\u202f345 cadenas',
    ])
  })

  it('use the language that was selected while they were loading', async () => {
    await Promise.all([loadTexts('console'), showLanguage('es')])
    expect(t('console:run')).toBe('Ejecutar')
  })

  it('leave untrusted text unchanged, in values and in components', async () => {
    await loadTexts('chains')
    const hostile = '<b>$t(ui:close) {{count}}</b>'
    expect(t('chains:create.running', { name: hostile })).toBe(`${hostile} is running`)
    const shown = createElement(Trans, {
      i18nKey: 'chains:trouble.one',
      components: { name: createElement('bdi', {}, hostile) },
    })
    expect(renderToStaticMarkup(shown)).toBe('<bdi>&lt;b&gt;$t(ui:close) {{count}}&lt;/b&gt;</bdi> failed to start.')
  })
})
