export { visibleString, visibleText } from '#shared/visibleText.ts'
