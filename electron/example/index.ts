/** The bundled example: a state directory that shows everything the console can show, with times relative to now. */
export { createExampleDirectory, type ExampleDirectory } from './example-directory.ts'
