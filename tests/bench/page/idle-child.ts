/** An idle Node process: the program of a floor. */
setInterval(() => undefined, 2 ** 30)
process.stdout.write('ready\n')
