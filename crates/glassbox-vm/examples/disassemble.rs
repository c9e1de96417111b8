//! Prints the internal code of an exported function: `disassemble MODULE FUNCTION`.

use glassbox_vm::module::Module;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, name] = &args[..] else {
        eprintln!("usage: disassemble MODULE FUNCTION");
        std::process::exit(2);
    };
    let bytes = std::fs::read(file).expect("the file can be read");
    let module = Module::load(&bytes).expect("the module loads");
    let function = module.exported_function(name).expect("the function is exported");
    print!("{}", module.disassemble(function));
}
